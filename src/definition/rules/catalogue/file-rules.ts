/** The rules that a file must satisfy to be a definition at all. */
export const fileRules = {
  'folder-empty':
    'The folder of reports contains a definition. A portal without a report is almost always a wrong folder. Set `REPORTS_DIR` or `--dir`, or write a report by `npm run reports -- new`.',
  'file-read': 'The file can be read. The operating system refused to open the file. Check its permissions.',
  'file-size':
    'The file has at most 128 KiB. A definition is read by people, and every start parses it. A larger file is probably data that belongs into an API.',
  'file-encoding':
    'The file is UTF-8. Other encodings would show wrong letters in titles and names. Save the file as UTF-8.',
  'json-syntax':
    'The file is plain JSON. The file cannot be parsed, so nothing else in it can be checked. The message names the first character that is not expected.',
  'json-comment':
    'JSON has no comments. JSON has no comments, and other programs that read the file would fail. Explain a change in its commit or pull request.',
  'json-comma':
    'JSON has no comma after the last entry. JSON allows no comma before a closing bracket, and other programs would fail to read it.',
  'json-depth':
    'Objects and lists are nested at most 40 deep. No key of a definition is nested deeper than a few levels. Deeper nesting is a mistake or an attack.',
  'json-duplicate':
    'An object has each key once. Programs disagree on which of two equal keys counts, so one value would be lost without a message.',
  'json-key':
    'No key is a reserved name of JavaScript. `__proto__`, `constructor` and `prototype` have a meaning of their own in JavaScript and could change other objects.',
  'schema-key':
    'Every key is one of the schema. A misspelled key would have no effect, and its default would apply instead. The message suggests the nearest known key.',
  'schema-missing':
    'Every required key is present. The key has no default, because no value would be right for every definition.',
  'schema-type':
    'Every value has the type that the schema requires. Values are not converted, so that `"9"` and `9` never mean the same by accident.',
  'schema-value':
    'Every value is an allowed one, or has the required format. Any other value has no meaning here. The message lists the allowed values or describes the format.',
  'schema-size':
    'Texts, lists and numbers are within their limits. An empty list or text shows nothing, and beyond the largest value screens or storage stop working.',
  'id-file':
    'A definition is named as its file. Files, addresses and recordings are found by the id. With two names for one definition, they could be mixed up.',
} as const
