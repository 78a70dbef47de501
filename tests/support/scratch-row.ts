/** Returns a row of the table `dataset_counters`, for tests of what is true of every table. */
export const createRow = (text: string) => ({ dataset: text, last_id: 1 })
