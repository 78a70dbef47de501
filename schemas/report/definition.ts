import { z } from 'zod'
import { parts, Tabs, Variant } from './screens.ts'
import type { Selector } from './selectors.ts'
import { Id, orReference, Template } from './primitives.ts'

/**
 * A report definition as its author writes it: one JSON file in `reports/`.
 * `src/definition/compile.ts` compiles it to plans, where every part is present. Unknown keys are errors.
 */

export const ReportDefinition = z
  .strictObject({
    $schema: z
      .string()
      .optional()
      .meta({
        description: 'Lets an editor complete and explain.',
        examples: ['../schemas/report-definition.schema.json'],
      }),
    id: Id.meta({
      description: 'The name of the definition and of its file: lower-case words joined by hyphens.',
      examples: ['call-quality'],
    }),
    path: z
      .string()
      .regex(/^\/report\/[a-z0-9]+(-[a-z0-9]+)*$/, 'a path such as /report/call-quality')
      .meta({ description: 'The route of the screen.', examples: ['/report/call-quality'] }),
    title: Template.meta({ description: 'The title of the page.', examples: ['Call Quality - {tab}'] }),
    menu: z
      .strictObject({
        label: z
          .string()
          .min(1)
          .meta({ description: 'The menu entry, and {report}.', examples: ['Call Quality'] }),
        permission: z
          .int()
          .min(1)
          .max(2_147_483_647)
          .meta({ description: 'The permission id that opens the report.', examples: [16] }),
        order: z
          .int()
          .min(0)
          .meta({ description: 'The position in the menu.', examples: [1] }),
      })
      .meta({
        description: 'The entry in the menu and the right that opens it.',
        examples: [{ label: 'Call Quality', permission: 90, order: 6 }],
      }),
    breadcrumb: z
      .array(Template)
      .min(1)
      .meta({
        description: 'The parts after Portal Location.',
        examples: [['Reports', '{report}', '{tab}']],
      }),
    tabs: orReference(Tabs)
      .optional()
      .meta({
        description: 'The tabs of the screen; without them it is one screen.',
        examples: [{ navigation: 'route', items: [{ id: 'in', label: 'Incoming' }] }],
      }),
    variants: z
      .array(Variant)
      .min(2)
      .optional()
      .meta({
        description: 'A switch between levels of the same screen; the first is the default.',
        examples: [
          [
            { id: 'daily', label: 'Daily' },
            { id: 'monthly-average', label: 'Monthly Average', use: 'call-quality-by-month' },
          ],
        ],
      }),
    ...parts,
  })
  .meta({
    id: 'ReportDefinition',
    title: 'Report definition',
    description: 'One report: its identity, selectors, data, rows, columns, chart and download.',
  })

export type ReportDefinition = z.infer<typeof ReportDefinition>
export type SelectorDefinition = z.infer<typeof Selector>
