import { Button } from '../../ui/button.tsx'

type Props = {
  readonly isEditing: boolean
  readonly isSaving: boolean
  readonly onReset: () => void
}

/** Save, which reads Update in edit mode and Saving... during a save, and Reset (spec §2). */
export const FormButtons = ({ isEditing, isSaving, onReset }: Props) => (
  <div className="flex gap-2">
    <Button type="submit" variant="primary" busy={isSaving} className="min-w-20">
      {isSaving ? 'Saving...' : isEditing ? 'Update' : 'Save'}
    </Button>
    <Button onClick={onReset}>Reset</Button>
  </div>
)
