import type { SelectorDefinition } from '../../../schemas/report/definition.ts'
import type { SelectorPlan } from '../../report/plan.ts'
import type { FixedList, SelectorDefinitionKind, SelectorDefinitionOf } from './definition-kind.ts'
import { month } from './month.ts'
import { select } from './select.ts'
import { year } from './year.ts'

/** Every kind of selector as definitions use it; what the browser needs of each is in `src/report/selectors/`. */
const selectorDefinitionKinds: { readonly [K in SelectorPlan['kind']]: SelectorDefinitionKind<K> } = {
  year,
  month,
  select,
}

export const getSelectorDefinitionKind = <K extends SelectorPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): SelectorDefinitionKind<K> => selectorDefinitionKinds[kind]

/** A selector as understood; `compileUrl` fills what is fixed in the URL of its options. */
export function compileSelector<K extends SelectorPlan['kind']>(
  selector: SelectorDefinitionOf<K> & { readonly kind: K } & SelectorDefinition,
  compileUrl: (template: string) => string,
): SelectorPlan {
  const { kind, name, label, prompt } = selector
  return {
    kind,
    name,
    label,
    prompt,
    options: selectorDefinitionKinds[selector.kind].compileOptions(selector, compileUrl),
  }
}

export const getFixedLists = (selector: SelectorDefinition): readonly FixedList[] =>
  getSelectorDefinitionKind(selector).fixedLists(selector)
