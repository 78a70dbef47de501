/** The rules between a report and the dataset that serves its calls. */
export const compatibilityRules = {
  'served-url':
    'The URL of the records is the list of a dataset. The endpoint returns a workbook, years or months, and the table needs records.',
  'served-options':
    'Options come from years or months of a dataset; a year selector needs years. The options would be empty, or not be years where a year is chosen.',
  'served-download':
    'A download leads to the download of a dataset. The endpoint returns JSON, which cannot be saved as a workbook.',
  'served-dataset':
    'Records and download of a screen are of one dataset. The workbook would contain other records than the table.',
  'served-parameter':
    'A query has each parameter that the endpoint has, and no other. A missing parameter is an error of the API, and so is an unknown one.',
  'served-value':
    'What is sent for a dimension is one of its values. The API would answer with an error, or with no records.',
  'served-multiple':
    'Several values are sent only for a dimension that takes several, and the rows say what becomes of several records of one key. The API would reject the request, or the table would show only the last of the records that have one key. `"duplicates": "combine"` adds them up.',
  'served-period':
    'A period is sent in the format of the endpoint. The API would reject the period, such as `3-2025` instead of `2025-03`.',
  'served-records':
    'The path of the records is that of the dataset. The records are not at this path of the response, so the table would be empty.',
  'served-list':
    'A group goes over a list that the dataset sends, at its path in the response. The names are not at this path of the response, so the group would have no columns.',
  'served-field':
    'The field of a column is a measure of the dataset, with a total that it can have, and blanks where it can be missing. Otherwise the column would show zeros that no record contains, or sums of what is not added up.',
  'served-alert':
    'Some values that the dataset can store meet the condition of an alert, and others do not. It would never fire, or always: a count is never below 0.',
  'served-pattern':
    'The pattern of a group matches measures of the dataset. The group would have no columns, because no field name matches the pattern.',
  'served-key':
    'The key of the rows has field and kind of the key of the dataset. Rows would have no key, or not be recognized as what they are, such as days or weeks.',
} as const

/** Mismatches that may be intended: they are reported as warnings and do not fail the check. */
export const compatibilityWarnings = {
  'served-nowhere':
    'A dataset serves the call; if none does, another server has to. A warning: no dataset of this server has the call. That is right if another server answers it, and a misspelled URL otherwise.',
  'served-name':
    'A field that no measure has may still be a name of the list of the dataset. A warning: names of a list are known only from the data, so the field can exist. It is a mistake if a measure was meant.',
} as const
