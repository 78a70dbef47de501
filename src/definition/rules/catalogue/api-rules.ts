/** The rules that an API must satisfy for a definition to work with it. */
export const apiRules = {
  'api-unreachable':
    'Every call is answered. Nothing listens at the address, or the answer took more than 30 seconds. Check the URL and the network.',
  'api-status':
    'Every call is answered with 200. Any other status is an error for the portal. 401 and 403 mean the token in `API_TOKEN`, 404 the URL.',
  'api-json': 'What is not a file is JSON. The portal reads records and options as JSON only.',
  'api-envelope':
    'A response has success: true, and message is a text or absent. The portal treats a response without `success: true` as an error and shows its message.',
  'options-missing':
    'The list of options is where the selector says. The selector would have no options. Correct `recordsPath` of its options.',
  'option-unknown':
    'A value of --select is one of the options. Users choose from the options only, so such a call is never sent. The message suggests the nearest option.',
  'options-field':
    'Each option has the fields that the selector names. The options would have no value or label. Correct `value` and `label` of the selector.',
  'records-missing':
    'The records are a list where data.recordsPath says. The table would show an error. Correct `data.recordsPath`.',
  'records-empty':
    'At least one record is present; without records, nothing else can be checked. Nothing was verified. Choose a period with records by `--select`, or write `demo` in the dataset.',
  'records-period':
    'Records are within the requested period. Rows outside of the chosen period are left out, so the API and the selectors disagree.',
  'key-missing':
    'Each record has the key of the rows. A row without a key cannot be shown. Correct `rows.key.field`.',
  'key-duplicate':
    'Each key is in one record, if the rows declare it. With `"duplicates": "error"` such a response is an error message instead of a table. Correct the API, or show the last record of a key by `"duplicates": "last"`.',
  'key-form':
    'Each key is of the kind that the rows declare. The row could not be sorted or labelled. Correct `rows.key.kind`, or the API.',
  'field-missing':
    'Each mapped field is present. The column would show zeros. Correct the field; the message suggests the nearest one that was received.',
  'field-type':
    'Each mapped field is a number, or a text that writes one. The column would show an error instead of a number.',
  'sum-differs':
    'A field that also has a sum contains that sum. Otherwise a reader who adds up what is shown gets another number.',
  'list-missing':
    'Each declared list is present, as a list of texts. The group would have no columns. Correct `data.listPaths`.',
  'group-empty':
    'A group has columns. No received name belongs to the group, so the table would have no such columns.',
  'download-type': 'A download is a workbook. The browser would save a file that no spreadsheet opens.',
  'download-name':
    'A download has the file name of the definition. Users would get a file of another name than the definition says.',
  'source-column':
    'The source has the table and the columns that a dataset names, with types that fit, and the portal can read them. A report of the dataset would show an error.',
} as const

/** What an API returns beside what a definition shows; it may be intended, so it does not fail the command. */
export const apiWarnings = {
  'option-empty':
    'Each option of a list has records. A warning: a user who chooses the option sees no data. The value is misspelled, or nothing is stored for it yet.',
  'field-unshown':
    'Each received field is shown by a column, or ignored by data.ignoreFields. A warning: a new field of the API is easily overlooked. Add a column for it, or its name to `data.ignoreFields`.',
  'previous-year':
    'The year before has records that fit, if a column compares with it. A warning: the report loads without them, but the change to the year before is blank. The first year of an API has no year before; choose another one by `--select year=2025`.',
  'records-left-out':
    'Each received record and name has a row or column of its own. A warning: the table uses the last of two records with one key, and a list name that is a column already has no column of its own.',
} as const
