import { Page } from '../../ui/page.tsx'

const RolesScreen = () => <Page title="Roles" trail={['Roles', 'Roles']} />

export default RolesScreen
