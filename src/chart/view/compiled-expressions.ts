/** A function compiled at build from an expression; `this` contains Vega's functions (`scale`, `format` …). */
export type CompiledFunction = (this: unknown, ...values: never[]) => unknown

interface Scope {
  readonly functions: object
}

type Evaluate = (datum: unknown, signals: unknown, event?: unknown) => unknown
type Encode = (item: unknown, signals: unknown) => unknown

/**
 * Runs Vega's four kinds of expressions and its encoders by functions that were compiled at build. An interpreter would
 * evaluate a tree for every mark and channel, and the Content-Security-Policy forbids `eval`.
 */
export function createExpressionRuntime(functions: readonly CompiledFunction[]) {
  const bind = (scope: Scope, index: number) => {
    const compiled = functions[index]
    if (compiled === undefined) throw new Error(`chart: no function ${index} of ${functions.length}`)
    return compiled.bind(scope.functions) as unknown
  }
  const evaluate = (scope: Scope, { code }: { readonly code: number }) => bind(scope, code) as Evaluate
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
    encode: (scope: Scope, { channels }: { readonly channels: number }) => bind(scope, channels) as Encode,
  }
}
