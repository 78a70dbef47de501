import { Page } from '../../ui/page.tsx'

const UsersScreen = () => <Page title="System Users" trail={['Roles', 'System Users']} />

export default UsersScreen
