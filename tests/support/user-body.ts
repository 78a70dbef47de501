/** A password that the policy accepts. */
export const PASSWORD = 'velvet tram 91 harbour'

/** The body that creates the user `ada`. */
export const userBody = (roleId: number) => ({
  userId: 'ada',
  password: PASSWORD,
  owner: 'admin',
  roleId,
  loginIP: '10.0.0.7',
  emailId: 'ada@example.com',
})
