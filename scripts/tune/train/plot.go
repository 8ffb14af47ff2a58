package train

import (
	"bytes"
	"fmt"
	"slices"
)

// lossPlot draws the losses by epoch as SVG: those of training solid, those of validation dashed. v may be nil.
func lossPlot(v, r *fitResult) []byte {
	const width, height = 360, 240
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" `, 2*width, height)
	b.WriteString(`font-family="sans-serif" font-size="12">` + "\n")
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", 2*width, height)
	for i, f := range []*fitResult{v, r} {
		if f == nil {
			continue
		}
		title := []string{"evaluation", "policy"}[i]
		fmt.Fprintf(&b, `<g transform="translate(%d 0)">`+"\n", i*width)
		const head = `<text x="20" y="20">%s: loss by epoch, training (solid) and validation (dashed)</text>` + "\n"
		fmt.Fprintf(&b, head, title)
		low := min(slices.Min(f.trainLoss), slices.Min(f.validLoss))
		high := max(slices.Max(f.trainLoss), slices.Max(f.validLoss), low+1e-9)
		for j, losses := range [][]float64{f.trainLoss, f.validLoss} {
			fmt.Fprintf(&b, `<polyline fill="none" stroke="#246" stroke-dasharray="%d" points="`, 5*j)
			for epoch, loss := range losses {
				x := 20 + (width-40)*float64(epoch)/float64(max(len(losses)-1, 1))
				y := 40 + (height-70)*(high-loss)/(high-low)
				fmt.Fprintf(&b, "%.1f,%.1f ", x, y)
			}
			b.WriteString(`"/>` + "\n")
		}
		fmt.Fprintf(&b, `<text x="20" y="%d">%.5f to %.5f, %d epochs</text>`+"\n</g>\n",
			height-10, low, high, len(f.trainLoss)-1)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
