import type { LocatedDiagnostic } from '../../src/definition/diagnostic.ts'

/** Texts that break output which does not escape them. */
export const hostileTexts: readonly string[] = [
  `"double" and 'single' & <tag attribute="x"/>`,
  ']]> <![CDATA[ <!-- --> <?xml?> &amp; &#0;',
  'nul \u0000, bell \u0007, escape \u001B[31m, delete \u007F, next line \u0085, BOM \uFEFF',
  'lone surrogates \uD800 and \uDFFF, no character \uFFFE \uFFFF',
  'emoji 📈👩‍💻, right to left \u202Eevil\u202C, combining e\u0301',
  '{0} {yaer} }{ ${year} {{double}} [link](1) [x](javascript:alert(1))',
  'tab\tnew line\nreturn\r\nline separator \u2028 end',
  String.raw`backslash \ \n \u0041 \"`,
  '  blanks around  ',
]

/** A diagnostic with this text as its message, key and file name. */
export const hostileDiagnostic = (text: string, index: number): LocatedDiagnostic => ({
  file: `reports/${text.replaceAll('/', '_')}.json`,
  line: index + 1,
  column: 3,
  path: ['columns', index, text],
  rule: 'schema-key',
  message: `unknown key '${text}'`,
})
