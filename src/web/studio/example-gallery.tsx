import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { getTextPath } from '../../../schemas/api/definitions.ts'
import { listShown, selectNeeded } from '../../definition/list-uses.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { getEditorAddress } from './editor-address.ts'
import { examples } from './examples.ts'
import { StudioPage } from './studio-page.tsx'

const reports = examples
  .filter(({ kind }) => kind === 'reports')
  .map((file) => ({ file, shown: listShown(file.text) }))
  .toSorted((a, b) => (a.file.name < b.file.name ? -1 : 1))

/** Keys that most reports have tell nothing, nor do their names and texts. */
const isTelling = (key: string): boolean =>
  !/^(path|breadcrumb)$|\.(id|name|label|labels|title|description|prompt)$/.test(key) &&
  reports.filter(({ shown }) => shown.has(key)).length * 2 <= reports.length
const keys = [...new Set(reports.flatMap(({ shown }) => [...shown]))].filter(isTelling).toSorted()

/** `/studio/examples`: reports to begin with, by the key that they show. */
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
            {reports
              .filter(({ shown }) => key === '' || shown.has(key))
              .map(({ file, shown }) => {
                const needed = selectNeeded(examples, getTextPath(file))
                const begin = () => {
                  const missing = needed.filter(
                    (one) => !files.some((other) => getTextPath(other) === getTextPath(one)),
                  )
                  studio.edit(missing)
                  void navigate(getEditorAddress(file))
                }
                const tables = needed.filter(({ kind }) => kind === 'datasets')
                return (
                  <li key={file.name}>
                    <Card title={file.name}>
                      <p className="text-soft">{/"description"\s*:\s*"([^"]*)"/.exec(file.text)?.[1]}</p>
                      <p className="text-soft">
                        {tables.length === 0
                          ? 'Another API'
                          : `Tables: ${tables.map(({ name }) => name).join(', ')}`}
                      </p>
                      <p className="pb-3 text-sm text-soft">
                        {keys.filter((one) => shown.has(one)).join(', ')}
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
