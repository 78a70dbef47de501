/** The error code of calls that are refused until the caller has changed the password. */
export const PASSWORD_CHANGE_REQUIRED = 'password-change-required'
