/** A function made at build from an expression of a chart; `this` holds Vega's functions (`scale`, `format` …). */
export type CompiledFunction = (this: unknown, ...values: never[]) => unknown

interface Scope {
  readonly functions: object
}

type Evaluate = (datum: unknown, signals: unknown, event?: unknown) => unknown
type Encode = (item: unknown, signals: unknown) => unknown

/**
 * Vega's four kinds of expressions and its encoders over functions made at build. An interpreter would walk a tree
 * for every mark and channel, and `eval` is what the policy forbids.
 */
export function createExpressionRuntime(functions: readonly CompiledFunction[]) {
  const bound = (scope: Scope, index: number) => {
    const lifted = functions[index]
    if (lifted === undefined) throw new Error(`chart: no function ${index} of ${functions.length}`)
    return lifted.bind(scope.functions) as unknown
  }
  const evaluate = (scope: Scope, { code }: { readonly code: number }) => bound(scope, code) as Evaluate
  return {
    operator(scope: Scope, expression: { readonly code: number }) {
      const run = evaluate(scope, expression)
      return (signals: unknown) => run(undefined, signals)
    },
    parameter: evaluate,
    event(scope: Scope, expression: { readonly code: number }) {
      const run = evaluate(scope, expression)
      return (event: unknown) => run(undefined, undefined, event)
    },
    handler(scope: Scope, expression: { readonly code: number }) {
      const run = evaluate(scope, expression)
      return (signals: unknown, event: { readonly item?: { readonly datum?: unknown } }) =>
        run(event.item?.datum, signals, event)
    },
    encode: (scope: Scope, { channels }: { readonly channels: number }) => bound(scope, channels) as Encode,
  }
}
