// The rules for the pages' scripts: those that eslint recommends, and a few more.
const js = require('@eslint/js');
const globals = require('globals');

module.exports = [
	js.configs.recommended,
	{
		languageOptions: {sourceType: 'module', globals: globals.browser},
		linterOptions: {reportUnusedDisableDirectives: 'error'},
		rules: {
			eqeqeq: 'error',
			'max-len': ['error', {code: 120, tabWidth: 4}],
			'no-implicit-globals': ['error', {lexicalBindings: true}],
			'no-nested-ternary': 'error',
			'no-unused-vars': 'error',
			'no-var': 'error',
			'prefer-const': ['error', {destructuring: 'all'}],
		},
	},
];
