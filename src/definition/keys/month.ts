import type { KeyDefinitionKind } from './definition-kind.ts'

export const month: KeyDefinitionKind<'month'> = {
  compile: ({ label, format }, fields) => ({ kind: 'month', fields, label, format }),
  fill: { value: 'months', rule: 'fill-months', message: "'months' needs a month key", chosen: null },
  sampleKeys: () => Array.from({ length: 12 }, (_, index) => index + 1),
}
