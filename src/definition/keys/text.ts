import type { KeyDefinitionKind } from './definition-kind.ts'

export const text: KeyDefinitionKind<'text'> = {
  compile: ({ label }, fields) => ({ kind: 'text', fields, label }),
  fill: null,
  sampleKeys: () => ['First', 'Second', 'Third', 'Fourth', 'Fifth'],
}
