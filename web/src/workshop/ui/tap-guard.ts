// A gloved finger taps twice: the second tap on the same control within a second is ignored, by mouse, finger and key. Controls
// meant for repeated taps (digits, the shutter, zoom) have `data-repeat`.

const restMs = 1_000
const controls = 'button, a[href], summary, input[type="checkbox"], [role="button"]'

export function guardTaps(root: Document = document): void {
  root.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest(controls) : null
      if (!control || control.closest('[data-repeat]')) return
      if (control.hasAttribute('data-tapped')) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      // The style sheet uses it too: meanwhile a finger does not reach the control.
      control.setAttribute('data-tapped', '')
      setTimeout(() => control.removeAttribute('data-tapped'), restMs)
    },
    true,
  )
}
