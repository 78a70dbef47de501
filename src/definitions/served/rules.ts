/** What holds between a report and the dataset that serves its calls, by the name in findings. */
export const servedRules = {
  'served-call': 'The call for the records leads to the list of a dataset.',
  'served-options': 'Options come from years or months of a dataset; a year selector takes years.',
  'served-download': 'A download leads to the download of a dataset.',
  'served-dataset': 'Records and download of a screen are of one dataset.',
  'served-parameter': 'A query has each parameter that the endpoint takes, and no other.',
  'served-value': 'What is sent for a dimension is one of its values.',
  'served-period': 'A period is sent in the form that the endpoint takes.',
  'served-records': 'The records are looked for where the dataset sends them.',
  'served-list': 'A group goes over a list that the dataset sends, at its place in the answer.',
  'served-field': 'The field of a column is a measure of the dataset.',
  'served-form': 'The form of a group fits measures of the dataset.',
  'served-key': 'The key of the rows has field and kind of the key of the dataset.',
} as const

/** What is worth knowing and may well be meant: it is told as a note and stops nothing. */
export const servedNotes = {
  'served-nowhere': 'A dataset serves the call; if none does, another server has to.',
  'served-name': 'A field that no measure has may still be a name of the list of the dataset.',
} as const

export type ServedRule = keyof typeof servedRules | keyof typeof servedNotes
