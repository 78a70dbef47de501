import * as z from 'zod/mini'

/** What `GET /dashboards/{dashboardId}` answers (spec §3). */
export const Dashboard = z.object({
  title: z.string(),
  description: z._default(z.nullable(z.string()), ''),
})
export type Dashboard = z.infer<typeof Dashboard>
