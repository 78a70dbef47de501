import { definitionKinds, type DefinitionText } from '../../../schemas/api/definitions.ts'

const texts = import.meta.glob<string>(
  '../../../examples/{reports,foreign-api,datasets,dashboards,schedules}/*.json',
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

/** The examples of the product, as they are in their files; a report over another API is in a folder of its own. */
export const examples: readonly DefinitionText[] = Object.entries(texts).map(([path, text]) => {
  const [name = '', folder] = path.replace('.json', '').split('/').toReversed()
  return { kind: definitionKinds.find((kind) => kind === folder) ?? 'reports', name, text }
})
