import type { Dashboard } from '../repositories/dashboards.ts'

/** The two dashboards of the demo, numbered 1 and 2. */
export const demoDashboards: readonly Dashboard[] = [
  {
    title: 'Interconnect Overview',
    description: 'Minutes exchanged with every operator, by day and by month, and how they grow.',
  },
  {
    title: 'International Traffic',
    description: 'Minutes from and to other countries, and what each operator sends and takes.',
  },
]
