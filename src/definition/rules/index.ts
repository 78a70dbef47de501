import type { CompatibilityRule } from '../compatibility/check-compatibility.ts'
import type { DatasetRule } from '../datasets/rules.ts'

/** Every rule past the schema that a definition must satisfy, by the name in diagnostics. */
const ruleIds = {
  'template-brace': 'Braces enclose placeholders only.',
  'template-placeholder': 'A template names declared placeholders only.',
  'template-filter': 'A filter is one of the known ones.',
  'use-unknown': 'A reference names a definition that exists.',
  'use-cycle': 'References do not form a cycle.',
  'use-part': 'The referenced definition has the part.',
  'use-unreadable': 'The referenced definition can be read.',
  'part-missing': 'Each screen has selectors, data, rows and columns.',
  'selector-name': 'Each selector has a name of its own.',
  'selector-label': 'Each selector has a label of its own, since messages go by it.',
  'selector-reserved': 'A selector does not have a name that addresses or templates use.',
  'selector-kind':
    'There is at most one year selector, and one of month, week and quarter beside it; a date is alone.',
  'selector-month': 'A month, week or quarter selector comes with a year selector.',
  'selector-unused': 'What is chosen is sent: each URL names each selector.',
  'option-double': 'A fixed list offers each value once.',
  'option-label': 'A fixed list shows each label once.',
  'option-value': 'A fixed value cannot step out of a path.',
  'selector-dependency': 'Options depend on selectors before their own only.',
  'default-option': 'What is chosen at first is one of the fixed options.',
  'default-latest': 'The latest period is known from a request.',
  'option-comma': 'A fixed value of which several can be chosen contains no comma.',
  'param-name': 'A parameter of a tab does not have the name of a selector or of a built-in placeholder.',
  'url-path': 'A URL stays below the base: no empty part, no dots as a part, no escapes.',
  'url-query': 'A query names each of its parameters once.',
  'fill-hours': 'Hours are filled only if the key is an hour and a date is chosen.',
  'fill-days': 'Days are filled only if the key is a date and less than a year is chosen.',
  'fill-weeks': 'Weeks are filled only if the key is a week and a year is chosen.',
  'fill-months': 'Months are filled only if the key is a month.',
  'fill-quarters': 'Quarters are filled only if the key is a quarter.',
  'sort-column': 'Rows are sorted by the key or by one column that exists.',
  'top-unsorted': 'The first rows are shown only of rows that are sorted.',
  'rest-label': 'The row of the remaining rows and the row of totals have different labels.',
  'fill-range': 'Of a range of dates only days are filled.',
  'column-id': 'Each column has an id of its own.',
  'column-label': 'Each column has a label of its own.',
  'column-field': 'A field is shown once.',
  'field-ignored': 'A field that is shown is not also ignored.',
  'list-unknown': 'A group goes over a list that data.listPaths declares.',
  'list-unused': 'A declared list is used by a group.',
  'group-second':
    'A group over a list, or over any name, contains every other field, so it is the only group.',
  'group-label': 'The label of a group differs for each of its columns.',
  'pattern-parts': 'The named parts of a pattern differ, and fixed text separates them.',
  'sum-unknown': 'A sum refers to columns that exist.',
  'sum-cycle': 'A sum does not lead back to itself.',
  'sum-double': 'A sum counts nothing twice.',
  'sum-role': 'What sums series is a total, not a series.',
  'sum-unit': 'A sum adds values of one unit.',
  'operand-unknown': 'A computed column refers to columns that exist.',
  'operand-group': 'A computed column refers to single columns, not to groups.',
  'operand-cycle': 'A computed column does not lead back to itself.',
  'difference-unit': 'A difference is of values of one unit, and has that unit.',
  'share-total': 'A share is of a column whose total is the sum of its rows.',
  'percent-unit': 'A share, a ratio or a change is a percentage by its style, not by the unit "%".',
  'change-year': 'A change to the year before needs one year or date that is chosen.',
  'total-weights': 'The weights of a mean are one other column.',
  'total-percent': 'Percentages have a total other than their sum.',
  'link-report': 'A link opens a report that exists.',
  'link-screen': 'A link names a tab and a variant that the report has.',
  'link-selector': 'A link sets each selector of the screen that it opens, to a value that is offered.',
  'series-none': 'Something can be charted.',
  'chart-type': 'Each chart type is offered once.',
  'axis-unit': 'The values of an axis have one unit.',
  'axis-unknown': 'The series of the second axis exist.',
  'chart-unused': 'What is said of a chart type is said of one that is offered.',
  'visible-unknown': 'The series shown at first exist.',
  'visible-group': 'The group counted at first exists.',
  'visible-none': 'Some series is shown at first.',
  'hint-never': 'A hint is set only if the default can hide something.',
  'file-name': 'A file name ends with .xlsx and has no path and no forbidden characters.',
  'image-name': 'An image name has no path, no ending and no forbidden characters.',
  'id-unique': 'Each definition has an id of its own.',
  'path-unique': 'Each definition has a route of its own.',
  'menu-label': 'Each definition has a menu label of its own.',
  'menu-order': 'Each definition has a position of its own in the menu.',
  'permission-unique': 'Each definition has a permission id of its own.',
  'permission-reserved': 'A permission id is none of those of the portal itself.',
  'tabs-unique': 'Each tab has an id and a label of its own.',
  'variants-unique': 'Each variant has an id and a label of its own.',
  'screen-double': 'Two screens of a report show different things.',
  'download-server': 'What only a server answers is not set for a workbook that the browser makes.',
  'download-url': 'A URL returns records or a workbook, not both.',
  'download-layout': 'Definitions that share a download have the same rows and columns.',
} as const

export type PlanRuleId = keyof typeof ruleIds

/** The rules that a file must satisfy to be a definition at all. */
const fileRules = {
  'folder-empty': 'The folder of reports contains a definition.',
  'file-extension': 'The name of a definition ends with .json, in lower case.',
  'file-folder': 'Definitions are in the folder itself, not in folders below it.',
  'file-read': 'The file can be read.',
  'file-size': 'The file has at most 128 KiB.',
  'file-encoding': 'The file is UTF-8.',
  'json-syntax': 'The file is plain JSON.',
  'json-comment': 'JSON has no comments.',
  'json-comma': 'JSON has no comma after the last entry.',
  'json-depth': 'Objects and lists are nested at most 40 deep.',
  'json-duplicate': 'An object has each key once.',
  'json-key': 'No key is a reserved name of JavaScript.',
  'schema-key': 'Every key is one of the schema.',
  'schema-missing': 'Every required key is present.',
  'schema-type': 'Every value has the type that the schema requires.',
  'schema-value': 'Every value is an allowed one, or has the required format.',
  'schema-size': 'Texts, lists and numbers are within their limits.',
  'schema-path': 'The file that $schema names exists; otherwise a warning.',
  'id-file': 'A definition is named as its file.',
} as const

export type FileRule = keyof typeof fileRules
type RuleId = FileRule | PlanRuleId | DatasetRule

/** Every rule that a report definition can violate, with a sentence that states it. */
export const rules: Readonly<Record<FileRule | PlanRuleId, string>> = {
  ...fileRules,
  ...ruleIds,
}

/** The rules that an API must satisfy for a definition to work with it. */
export const verificationRules = {
  'api-unreachable': 'Every call is answered.',
  'api-status': 'Every call is answered with 200.',
  'api-json': 'What is not a file is JSON.',
  'api-envelope': 'A response has success: true, and message is a text or absent.',
  'options-missing': 'The list of options is where the selector says.',
  'option-unknown': 'A value of --select is one of the options.',
  'options-field': 'Each option has the fields that the selector names.',
  'records-missing': 'The records are a list where data.recordsPath says.',
  'records-empty': 'At least one record is present; without records, nothing else can be checked.',
  'records-period': 'Records are within the requested period.',
  'key-missing': 'Each record has the key of the rows.',
  'key-duplicate': 'Each key is in one record, if the rows declare it.',
  'key-form': 'Each key is of the kind that the rows declare.',
  'field-missing': 'Each mapped field is present.',
  'field-type': 'Each mapped field is a number, or a text that writes one.',
  'sum-differs': 'A field that also has a sum contains that sum.',
  'list-missing': 'Each declared list is present, as a list of texts.',
  'group-empty': 'A group has columns.',
  'download-type': 'A download is a workbook.',
  'download-name': 'A download has the file name of the definition.',
} as const

export type VerificationRule = keyof typeof verificationRules

/** What an API returns beside what a definition shows; it may be intended, so it does not fail the command. */
export const verificationWarnings = {
  'option-empty': 'Each option of a list has records.',
  'field-unshown': 'Each received field is shown by a column, or ignored by data.ignoreFields.',
  'previous-year': 'The year before has records that fit, if a column compares with it.',
  'records-left-out': 'Each received record and name has a row or column of its own.',
} as const

export type VerificationWarning = keyof typeof verificationWarnings

export type AnyRuleId = RuleId | VerificationRule | VerificationWarning | CompatibilityRule
