import Manifests
import Pipeline

/// Tells on stderr how a run goes. Besides what an observer hears of the batch, it is told, in this
/// order, what comes before and after.
protocol RunProgress: RunObserver {
    /// What was found in the manifests; with an error among it, it is the last that is told.
    func found(_ diagnostics: [Diagnostic])
    /// The run has ended. `failures` are what kept it as a whole from ending well.
    func ended(_ report: Report, failures: [String], _ status: ExitStatus)
    /// The run could not be done; the last that is told.
    func failed(_ failure: CommandFailure)
}
