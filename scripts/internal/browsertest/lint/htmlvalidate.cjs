// The rules for the pages' HTML: those that html-validate recommends.
module.exports = {
	root: true,
	extends: ['html-validate:recommended'],
	rules: {
		// The report of an unfinished run loads itself anew, by this where scripts are switched off.
		'meta-refresh': 'off',
	},
};
