"""The entries of the zoo by field. They need neither torch nor the libraries that have the models."""

from npusim.frontend.models.zoo import audio, decoders, diffusion, encoders, vision

MODELS = (*vision.MODELS, *encoders.MODELS, *decoders.MODELS, *audio.MODELS, *diffusion.MODELS)
