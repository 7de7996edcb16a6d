// Voila's page loads MathJax, from outside, even where there is no formula to set. No lesson
// has one: this stands in its place and does nothing.
{
  const nothing = () => {};
  window.MathJax = {
    Hub: { Config: nothing, Configured: nothing, Queue: nothing, Register: { StartupHook: nothing } },
  };
}
