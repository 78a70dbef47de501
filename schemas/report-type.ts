import { z } from 'zod'

/** Which way the minutes of the monthly and daily reports go (spec §7). */
export const ReportType = z.enum(['MNO_TO_ROUTELINK', 'ROUTELINK_TO_MNO'])
export type ReportType = z.infer<typeof ReportType>
