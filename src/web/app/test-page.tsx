import { MessagePanel } from '../components/messages.tsx'
import { Page } from '../components/page.tsx'

type Props = { readonly title: string; readonly breadcrumb: readonly string[] }

/** A page of the Test Menu; it sends no requests. */
const TestPage = ({ title, breadcrumb }: Props) => (
  <Page title={title} breadcrumb={breadcrumb}>
    <MessagePanel
      text="This is a test page."
      detail="Accounts without menu rights see this menu. An administrator can grant rights."
    />
  </Page>
)

export default TestPage
