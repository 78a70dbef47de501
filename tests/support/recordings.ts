/** The folder of recorded responses, the default of `npm run reports -- record` and `preview`. */
export const RECORDINGS_DIR = 'tests/reports/recorded'
