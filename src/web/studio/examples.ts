import type { DefinitionText } from '../../../schemas/api/definitions.ts'

const files = {
  reports: import.meta.glob<string>('../../../examples/{reports,foreign-api}/*.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  datasets: import.meta.glob<string>('../../../examples/datasets/*.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
}

/** The examples of the product, as they are in their files. */
export const examples: readonly DefinitionText[] = (['reports', 'datasets'] as const).flatMap((kind) =>
  Object.entries(files[kind]).map(([path, text]) => ({
    kind,
    name: path.replace(/^.*\/|\.json$/g, ''),
    text,
  })),
)
