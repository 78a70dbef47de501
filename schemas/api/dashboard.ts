import * as z from 'zod/mini'

/** What `GET /dashboards/{dashboardId}` answers. */
export const Dashboard = z.object({
  title: z.string(),
  description: z._default(z.nullable(z.string()), ''),
})
export type Dashboard = z.infer<typeof Dashboard>
