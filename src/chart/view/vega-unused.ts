// Replaces, in the build, packages of which Vega uses nothing for these charts: palettes with a name (every colour is a
// value of the model) and file formats (every row is set by the model).

export const schemeAccent = []
export const schemeCategory10 = []
export const schemeDark2 = []
export const schemeObservable10 = []
export const schemePaired = []
export const schemePastel1 = []
export const schemePastel2 = []
export const schemeSet1 = []
export const schemeSet2 = []
export const schemeSet3 = []

const refuse = (): never => {
  throw new Error('Internal error: charts read no files.')
}
export { refuse as dsvFormat, refuse as feature, refuse as mesh }
