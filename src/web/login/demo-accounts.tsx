import { Button } from '../components/button.tsx'

const ACCOUNTS = ['superadmin', 'administrator', 'analyst'] as const
const PASSWORD = 'demo-Portal-2025'

type Props = { readonly onChoose: (username: string, password: string) => void }

/** The accounts of a portal with demo data; a click fills them in. */
export const DemoAccounts = ({ onChoose }: Props) => (
  <section aria-label="Demo accounts" className="mt-5 border-t pt-4 text-sm text-soft">
    <p className="mb-2">
      Demo accounts, password <code className="text-xs text-ink">{PASSWORD}</code>
    </p>
    <div className="flex flex-wrap gap-2">
      {ACCOUNTS.map((name) => (
        <Button key={name} size="small" onClick={() => onChoose(name, PASSWORD)}>
          {name}
        </Button>
      ))}
    </div>
  </section>
)
