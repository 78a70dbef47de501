import { MessagePanel } from '../kit/messages.tsx'
import { Page } from '../kit/page.tsx'

type Props = { readonly breadcrumb: readonly string[] }

/** Shows a page of the Test Menu; it sends no requests. */
const TestPage = ({ breadcrumb }: Props) => (
  <Page title={breadcrumb.at(-1) ?? ''} breadcrumb={breadcrumb}>
    <MessagePanel
      text="This is a test page."
      detail="Accounts without menu rights see this menu. An administrator can grant rights."
    />
  </Page>
)

export default TestPage
