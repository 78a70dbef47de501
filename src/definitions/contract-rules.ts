/** What an API must keep for a definition to work with it. */
export const contractRules = {
  'api-unreachable': 'Every call is answered.',
  'api-status': 'Every call is answered with 200.',
  'api-json': 'What is not a file is JSON.',
  'api-envelope': 'An answer says success: true, and message is a text or absent.',
  'options-missing': 'The list of options is where the selector says.',
  'options-field': 'Each option has the fields that the selector names.',
  'records-missing': 'The records are a list where data.records says.',
  'records-empty': 'Some record comes, or nothing can be said about them.',
  'records-period': 'Records lie in the period that was asked for.',
  'key-missing': 'Each record has the key of the rows.',
  'key-form': 'Each key is a date, month or text as the rows say.',
  'field-missing': 'Each mapped field comes.',
  'field-type': 'Each mapped field is a number, or a text that writes one.',
  'sum-differs': 'A field that also has a sum holds that sum.',
  'list-missing': 'Each declared list comes, as a list of texts.',
  'group-empty': 'A group has columns.',
  'download-type': 'A download is a workbook.',
  'download-name': 'A download is called as the definition says.',
} as const

export type ContractRule = keyof typeof contractRules
