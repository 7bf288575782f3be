// swift-tools-version: 6.0
import PackageDescription

let swift6: [SwiftSetting] = [.swiftLanguageMode(.v6)]

let package = Package(
    name: "tilecut",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [
        .library(name: "TilePyramid", targets: ["TilePyramid"]),
        .executable(name: "tilecut", targets: ["tilecut"]),
    ],
    targets: [
        // System libraries: a module map and one header each.
        .systemLibrary(
            name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
        .systemLibrary(
            name: "CYaml", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(
            name: "CLibJPEG", pkgConfig: "libjpeg",
            providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(
            name: "CWebP", pkgConfig: "libwebp",
            providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        .systemLibrary(
            name: "CDeflate", pkgConfig: "libdeflate",
            providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CLittleCMS", pkgConfig: "lcms2",
            providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
        .systemLibrary(
            name: "COpenJPEG", pkgConfig: "libopenjp2",
            providers: [.apt(["libopenjp2-7-dev"]), .brew(["openjpeg"])]),
        .systemLibrary(
            name: "CXXHash", pkgConfig: "libxxhash",
            providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),

        // C: what Swift cannot call or must not be written in.
        .target(name: "CVipsShim", dependencies: ["CVips", "CLittleCMS"]),
        .target(name: "CFileSystem"),
        .target(name: "CJPEGRows", dependencies: ["CLibJPEG"]),

        // The arrows: TilePyramid, Raster and Files know nobody; Manifests, Imaging and Pipeline
        // know those and not each other; tilecut wires them. `make lint` holds this.
        .target(name: "TilePyramid", swiftSettings: swift6),
        .target(name: "Raster", swiftSettings: swift6),
        .target(name: "Files", swiftSettings: swift6),
        .target(name: "Manifests", dependencies: ["TilePyramid", "CYaml"], swiftSettings: swift6),
        .target(
            name: "Imaging",
            dependencies: [
                "TilePyramid", "Raster", "Files", "CVips", "CVipsShim", "CTurboJPEG", "CJPEGRows",
                "CDeflate", "CWebP", "CLittleCMS", "COpenJPEG",
            ],
            swiftSettings: swift6),
        .target(
            name: "Pipeline",
            dependencies: [
                "TilePyramid", "Raster", "Files", "CCrypto", "CXXHash", "CFileSystem",
            ],
            swiftSettings: swift6),
        .executableTarget(
            name: "tilecut",
            dependencies: [
                "TilePyramid", "Raster", "Files", "Manifests", "Imaging", "Pipeline",
            ],
            swiftSettings: swift6),

        // Benchmarks; a program of their own.
        .executableTarget(
            name: "tilebench", dependencies: ["CTurboJPEG"], swiftSettings: swift6),

        .testTarget(
            name: "TilePyramidTests", dependencies: ["TilePyramid"], swiftSettings: swift6),
        .testTarget(name: "FilesTests", dependencies: ["Files"], swiftSettings: swift6),
        .testTarget(name: "RasterTests", dependencies: ["Raster"], swiftSettings: swift6),
        .testTarget(
            name: "ManifestsTests", dependencies: ["Manifests", "TilePyramid"],
            exclude: ["Golden"], swiftSettings: swift6),
        .testTarget(
            name: "ImagingTests",
            dependencies: [
                "Imaging", "Pipeline", "TilePyramid", "Raster", "Files", "CFixtures",
                "PixelFixtures",
            ],
            swiftSettings: swift6),
        // Image files that tests read, of every kind, made as they run.
        .target(
            name: "PixelFixtures",
            dependencies: ["Imaging", "TilePyramid", "Raster", "Files", "CVips", "CFixtures"],
            path: "Tests/PixelFixtures", swiftSettings: swift6),
        // C: what libvips and libjpeg write only for callers of variadic functions and macros.
        .target(name: "CFixtures", dependencies: ["CVips", "CLibJPEG"], path: "Tests/CFixtures"),
        .testTarget(
            name: "PipelineTests", dependencies: ["Pipeline", "TilePyramid", "Raster", "Files"],
            swiftSettings: swift6),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "tilecut", "Imaging", "TilePyramid", "Raster", "Files", "CVips", "CFixtures",
                "PixelFixtures",
            ],
            exclude: ["Golden", "Trust/faults.c"], swiftSettings: swift6),
    ]
)
