import { Ajv2020 } from 'ajv/dist/2020.js'

/** Creates a strict validator for the generated JSON Schemas, with the keywords by which editors show texts and errors. */
export function createValidator(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    // Conditions name keys that are declared around them.
    strictRequired: false,
    keywords: ['enumDescriptions', 'errorMessage'],
  })
  // The schema of Vega-Lite itself is of an older dialect.
  ajv.addSchema(
    { definitions: { NonNormalizedSpec: {} } },
    '../node_modules/vega-lite/build/vega-lite-schema.json',
  )
  return ajv
}
