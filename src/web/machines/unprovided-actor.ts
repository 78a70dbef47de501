/** Stands in for an actor's work that the application has to provide; always rejects. */
export const unprovidedActor = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))
