/** A placeholder for an actor that the application provides; always rejects. */
export const unprovidedActor = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))
