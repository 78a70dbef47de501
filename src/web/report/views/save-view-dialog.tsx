import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AnyEnvelope } from '../../../../schemas/api/lenient.ts'
import { withQueries } from '../../administration/query-provider.tsx'
import { useApi } from '../../contexts/portal-contexts.ts'
import { CheckBox } from '../../kit/check-box.tsx'
import { FormDialog, requireText, useFieldErrors } from '../../kit/form-dialog.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { notify } from '../../kit/toaster.tsx'
import { useReloadViews, useViews, VIEWS } from './view-links.tsx'

type Props = { readonly address: string; readonly onClose: () => void }

/** Names the address of a view. A name that is already there is replaced. */
const SaveViewDialog = ({ address, onClose }: Props) => {
  const api = useApi()
  const { data: views = [] } = useViews()
  const reload = useReloadViews()
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const fields = useFieldErrors({ name: requireText(name, 'Enter a name.') })
  const same = views.find((view) => view.name === name.trim())
  const save = async () => {
    const body = { name, address, isDefault }
    const { message } = await (same === undefined
      ? api.post(VIEWS, { body, schema: AnyEnvelope })
      : api.put(`${VIEWS}/${same.id}`, { body, schema: AnyEnvelope }))
    notify(message ?? '', 'success')
    onClose()
    await reload()
  }
  return (
    <FormDialog
      title="Save view"
      onClose={onClose}
      onSubmit={save}
      submitLabel={same === undefined ? 'Save' : 'Replace'}
      fields={fields}
    >
      <TextField
        label="Name"
        error={fields.shown.name}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <CheckBox
        label="Open this report with this view"
        isChecked={isDefault}
        onChange={() => setDefault(!isDefault)}
      />
      <p className="text-sm text-soft">
        It keeps what is chosen, sorted and shown. You find it on the page Dashboard and in{' '}
        <Link to="/account/views" className="text-accent hover:underline">
          Your views
        </Link>
        .
      </p>
    </FormDialog>
  )
}

export default withQueries(SaveViewDialog)
