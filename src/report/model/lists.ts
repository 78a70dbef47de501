/** Joins the values of a list by commas; a comma of a value is escaped, and so is a sign that looks like an escape. */
export const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/%(?=25|2C)/g, '%25').replaceAll(',', '%2C')).join(',')

export const splitList = (list: string): string[] =>
  list
    .split(',')
    .filter((value) => value !== '')
    .map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'))
