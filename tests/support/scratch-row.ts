/** Returns a row of the table `dataset_names`, for tests of what is true of every table. */
export const createRow = (text: string) => ({ dataset: text, scope: '', period: '', names: text })
