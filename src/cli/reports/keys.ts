import { z } from 'zod'
import { buildDefinitionSchema, definitionKinds } from '../docs/generated-files.ts'
import { formatReference } from '../docs/reference.ts'
import { type Command, parseArguments } from '../command.ts'

const expected = `expected ${definitionKinds.join(', ')}`
const Arguments = z.object({ files: z.tuple([z.enum(definitionKinds, expected)], expected) })

export const keys: Command = {
  usage: definitionKinds.join('|'),
  summary: 'prints every key of such a definition with its type and meaning',
  run: async (args, terminal) => {
    const [kind] = parseArguments(args, Arguments).files
    terminal.out(formatReference(buildDefinitionSchema(kind)))
  },
}
