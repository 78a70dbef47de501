import { z } from 'zod'
import { describe } from '../describe.ts'
import { parts, Tabs, Variant } from './screens.ts'
import type { Selector } from './selectors.ts'
import { Id, orReference, Template } from './primitives.ts'

/**
 * A report definition as its author writes it: one JSON file in `reports/`.
 * `src/definition/compile.ts` compiles it to plans, where every part is present. Unknown keys are errors.
 */

export const ReportDefinition = z
  .strictObject({
    $schema: describe(
      z.string().optional(),
      'Lets an editor complete and explain.',
      '../schemas/report-definition.schema.json',
    ),
    id: describe(
      Id,
      'The name of the definition and of its file: lower-case words joined by hyphens.',
      'call-quality',
    ),
    path: describe(
      z.string().regex(/^\/report\/[a-z0-9]+(-[a-z0-9]+)*$/, 'a path such as /report/call-quality'),
      'The route of the screen.',
      '/report/call-quality',
    ),
    title: describe(Template, 'The title of the page.', 'Call Quality - {tab}'),
    menu: describe(
      z.strictObject({
        label: describe(z.string().min(1), 'The menu entry, and {report}.', 'Call Quality'),
        permission: describe(
          z.int().min(1).max(2_147_483_647),
          'The permission id that opens the report.',
          16,
        ),
        order: describe(z.int().min(0), 'The position in the menu.', 1),
      }),
      'The entry in the menu and the right that opens it.',
      { label: 'Call Quality', permission: 90, order: 6 },
    ),
    breadcrumb: describe(z.array(Template).min(1), 'The parts after Portal Location.', [
      'Reports',
      '{report}',
      '{tab}',
    ]),
    tabs: describe(orReference(Tabs).optional(), 'The tabs of the screen; without them it is one screen.', {
      navigation: 'route',
      items: [{ id: 'in', label: 'Incoming' }],
    }),
    variants: describe(
      z.array(Variant).min(2).optional(),
      'A switch between levels of the same screen; the first is the default.',
      [
        { id: 'daily', label: 'Daily' },
        { id: 'monthly-average', label: 'Monthly Average', use: 'call-quality-by-month' },
      ],
    ),
    ...parts,
  })
  .meta({
    id: 'ReportDefinition',
    title: 'Report definition',
    description: 'One report: its identity, selectors, data, rows, columns, chart and download.',
  })

export type ReportDefinition = z.infer<typeof ReportDefinition>
export type SelectorDefinition = z.infer<typeof Selector>
