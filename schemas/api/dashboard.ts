import * as z from 'zod/mini'

/** Response of `GET /dashboards/{id}`. */
export const Dashboard = z.object({ title: z.string(), description: z.string() })
export type Dashboard = z.infer<typeof Dashboard>
