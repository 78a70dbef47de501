import { allowed, inside, type Origin } from '../../../definition/diagnostic.ts'
import { readOptions } from '../../../report/options.ts'
import type { Option, ReportPlan, SelectorPlan, ServerOptions } from '../../../report/plan.ts'
import { splitCall } from '../../../report/template.ts'
import type { Api } from '../api-client.ts'
import { askCall, bodyOf, isFault, reach } from './request.ts'
import { type Fault, type Held, joined } from './mismatch.ts'

/** The options of each selector as the API gives them, and what is wrong with those it gives. */
export async function holdOptions(
  plan: ReportPlan,
  origin: Origin,
  api: Api,
): Promise<Held & { readonly options: ReadonlyMap<string, readonly Option[]> }> {
  const options = new Map<string, readonly Option[]>()
  const held = await Promise.all(
    plan.selectors.map(async (selector, index) => {
      const { found, faults } = await optionsOf(selector, inside(origin, index, 'options'), api)
      options.set(selector.name, found)
      return { faults, notes: [] }
    }),
  )
  return { ...joined(held), options }
}

interface Offered {
  readonly found: readonly Option[]
  readonly faults: readonly Fault[]
}

async function optionsOf({ options }: SelectorPlan, origin: Origin, api: Api): Promise<Offered> {
  if ('fixed' in options) return { found: options.fixed, faults: [] }
  const call = splitCall(options.call)
  const at = inside(origin, 'call')
  const answer = await askCall(api, call, at)
  if (isFault(answer)) return { found: [], faults: [answer] }
  const read = bodyOf(answer, call, at)
  if (isFault(read)) return { found: [], faults: [read] }
  const list = reach(read.body, options.records)
  const missing = (message: string): Offered => ({
    found: [],
    faults: [{ origin: inside(origin, 'records'), rule: 'options-missing', message }],
  })
  if ('missing' in list) return missing(list.missing)
  if (!Array.isArray(list.value)) return missing(`'${options.records.join('.')}' is no list`)
  if (list.value.length === 0) return missing(`'${options.records.join('.')}' is an empty list`)
  const found = readOptions({ ...options, fallback: { fixed: [] } }, read.body, 0)
  return { found, faults: fieldFaults(options, list.value, origin) }
}

function fieldFaults(options: ServerOptions, entries: readonly unknown[], origin: Origin): Fault[] {
  return (['value', 'label'] as const).flatMap((key): Fault[] => {
    const field = options[key]
    const fits = (entry: unknown) => {
      const value = field === null ? entry : (reachOne(entry, field) ?? null)
      return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    }
    const index = key === 'label' && field === null ? -1 : entries.findIndex((entry) => !fits(entry))
    if (index < 0) return []
    const names = Object.keys(Object(entries[index]) as object)
    const message =
      field === null
        ? `entry ${index + 1} is neither a text nor a number; name the field by "value"`
        : `no text or number '${field}' in entry ${index + 1}${allowed(field, names)}`
    return [{ origin: inside(origin, key), rule: 'options-field', message }]
  })
}

function reachOne(entry: unknown, field: string): unknown {
  const found = reach(entry, [field])
  return 'value' in found ? found.value : undefined
}
