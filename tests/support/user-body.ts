/** A password that the policy accepts. */
export const PASSWORD = 'velvet tram 91 harbour'

/** The body that creates a user. */
export const userBody = (roleId: number, userId = 'ada') => ({
  userId,
  password: PASSWORD,
  owner: 'admin',
  roleId,
  loginIP: '10.0.0.7',
  emailId: `${userId}@example.com`,
})
