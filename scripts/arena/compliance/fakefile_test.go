package compliance_test

func (f *fake) moveInFiles() int { return 0 }
