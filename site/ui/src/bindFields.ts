/** @returns a function from a member's name to the props of its form control */
export function bindFields<T extends object>(values: T, onChange: (values: T) => void) {
  return <K extends keyof T>(name: K) => ({
    value: values[name],
    onChange: (value: T[K]) => onChange({ ...values, [name]: value }),
  })
}
