import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  type DefinitionKind,
  definitionKinds,
  type DefinitionText,
  getTextPath,
} from '../../../schemas/api/definitions.ts'
import { listShown, selectNeeded } from '../../loading/list-uses.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { kindLabels } from './definition-list.tsx'
import { draftExamples } from './draft-place.ts'
import { getEditorAddress } from './file-link.tsx'
import { StudioPage } from './studio-page.tsx'

const texts = import.meta.glob<string>(
  '../../../examples/{reports,foreign-api,datasets,dashboards,schedules}/*.json',
  { query: '?raw', import: 'default', eager: true },
)

/** The examples of the product, as they are in their files; a report over another API is in a folder of its own. */
const examples = Object.entries(texts).map(([path, text]): DefinitionText => {
  const [name = '', folder] = path.replace('.json', '').split('/').toReversed()
  return { kind: definitionKinds.find((kind) => kind === folder) ?? 'reports', name, text }
})

const shownKinds: readonly DefinitionKind[] = ['reports', 'dashboards', 'schedules']
const gallery = examples
  .filter(({ kind }) => shownKinds.includes(kind))
  .map((file) => ({ file, shown: file.kind === 'reports' ? listShown(file.text) : new Set<string>() }))
  .toSorted(
    ({ file: a }, { file: b }) =>
      shownKinds.indexOf(a.kind) - shownKinds.indexOf(b.kind) || a.name.localeCompare(b.name),
  )

/** Returns true for a key that tells what is special: neither a name or text, nor a key of most reports. */
const isTelling = (key: string): boolean =>
  !/^(path|breadcrumb)$|\.(id|name|label|labels|title|description|prompt)$/.test(key) &&
  gallery.filter(({ shown }) => shown.has(key)).length * 2 <= gallery.length
const keys = [...new Set(gallery.flatMap(({ shown }) => [...shown]))].filter(isTelling).toSorted()

/** Shows `/studio/examples`: definitions to begin with, reports by the key that they show. */
const ExampleGallery = () => {
  const [key, setKey] = useState('')
  const navigate = useNavigate()
  return (
    <StudioPage title="Examples">
      {({ studio, files }) => (
        <>
          <SelectField
            label="Key or function that it shows"
            placeholder="All examples"
            value={key}
            onChange={setKey}
            options={keys.map((value) => ({ value, label: value }))}
            className="w-64"
          />
          <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {gallery
              .filter(({ shown }) => key === '' || shown.has(key))
              .map(({ file, shown }) => {
                const needed = selectNeeded(examples, getTextPath(file))
                const begin = () => {
                  const present = new Set(files.map(getTextPath))
                  const missing = needed.filter((example) => !present.has(getTextPath(example)))
                  studio.edit(draftExamples(missing, files))
                  void navigate(getEditorAddress(getTextPath(file)))
                }
                const others = [...new Set(needed.filter((part) => part !== file).map(({ name }) => name))]
                return (
                  <li key={getTextPath(file)}>
                    <Card
                      title={file.name}
                      actions={<span className="text-sm text-soft">{kindLabels[file.kind].one}</span>}
                      className="h-full"
                    >
                      <p className="text-soft">{/"description"\s*:\s*"([^"]*)"/.exec(file.text)?.[1]}</p>
                      <p className="text-soft">
                        {others.length === 0 ? 'Another API' : `With: ${others.join(', ')}`}
                      </p>
                      <p className="pb-3 text-sm text-soft">
                        {keys.filter((shownKey) => shown.has(shownKey)).join(', ')}
                      </p>
                      <Button aria-label={`Begin with ${file.name}`} onClick={begin}>
                        Begin with this
                      </Button>
                    </Card>
                  </li>
                )
              })}
          </ul>
        </>
      )}
    </StudioPage>
  )
}

export default ExampleGallery
