/** The rules between a report and the dataset that serves its calls. */
export const compatibilityRules = {
  'served-url': {
    requirement: 'The URL of the records is the list of a dataset.',
    reason: 'The endpoint returns a workbook, years or months, and the table needs records.',
  },
  'served-options': {
    requirement: 'Options come from years or months of a dataset; a year selector needs years.',
    reason: 'The options would be empty, or not be years where a year is chosen.',
  },
  'served-download': {
    requirement: 'A download leads to the download of a dataset.',
    reason: 'The endpoint returns JSON, which cannot be saved as a workbook.',
  },
  'served-dataset': {
    requirement: 'Records and download of a screen are of one dataset.',
    reason: 'The workbook would contain other records than the table.',
  },
  'served-parameter': {
    requirement: 'A query has each parameter that the endpoint has, and no other.',
    reason: 'A missing parameter is an error of the API, and so is an unknown one.',
  },
  'served-value': {
    requirement: 'What is sent for a dimension is one of its values.',
    reason: 'The API would answer with an error, or with no records.',
  },
  'served-multiple': {
    requirement:
      'Several values are sent only for a dimension that takes several, and the rows say what becomes of several records of one key.',
    reason:
      'The API would reject the request, or the table would show only the last of the records that have one key. `"duplicates": "combine"` adds them up.',
  },
  'served-period': {
    requirement: 'A period is sent in the format of the endpoint.',
    reason: 'The API would reject the period, such as `3-2025` instead of `2025-03`.',
  },
  'served-records': {
    requirement: 'The path of the records is that of the dataset.',
    reason: 'The records are not at this path of the response, so the table would be empty.',
  },
  'served-list': {
    requirement: 'A group goes over a list that the dataset sends, at its path in the response.',
    reason: 'The names are not at this path of the response, so the group would have no columns.',
  },
  'served-field': {
    requirement: 'The field of a column is a measure of the dataset.',
    reason: 'The column would show zeros, because no record contains the field.',
  },
  'served-pattern': {
    requirement: 'The pattern of a group matches measures of the dataset.',
    reason: 'The group would have no columns, because no field name matches the pattern.',
  },
  'served-key': {
    requirement: 'The key of the rows has field and kind of the key of the dataset.',
    reason: 'Rows would have no key, or not be recognized as what they are, such as days or weeks.',
  },
} as const

/** Mismatches that may be intended: they are reported as warnings and do not fail the check. */
export const compatibilityWarnings = {
  'served-nowhere': {
    requirement: 'A dataset serves the call; if none does, another server has to.',
    reason:
      'A warning: no dataset of this server has the call. That is right if another server answers it, and a misspelled URL otherwise.',
  },
  'served-name': {
    requirement: 'A field that no measure has may still be a name of the list of the dataset.',
    reason:
      'A warning: names of a list are known only from the data, so the field can exist. It is a mistake if a measure was meant.',
  },
} as const
